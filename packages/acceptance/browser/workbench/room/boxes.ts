import type { Locator } from '@playwright/test';

/** Where something is drawn, in CSS pixels of the window. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Throws if it is not drawn at all. */
export async function boxOf(what: Locator): Promise<Box> {
  const box = await what.boundingBox();
  if (box === null) throw new Error(`${what} is not drawn`);
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
}

export function overlap(one: Box, other: Box): boolean {
  const isApart =
    one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
  return !isApart;
}
