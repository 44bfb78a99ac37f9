import type { GridSize } from '@agent-factory/protocol';

export function isSameGrid(one: GridSize, other: GridSize | undefined): boolean {
  return one.cols === other?.cols && one.rows === other.rows;
}
