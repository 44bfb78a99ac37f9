/** The part of an xterm.js terminal that is read, the same in a browser and in its headless build. */
export interface ReadableTerminal {
  readonly cols: number;
  readonly rows: number;
  readonly buffer: {
    readonly active: {
      readonly viewportY: number;
      readonly cursorX: number;
      readonly cursorY: number;
      getLine(row: number): ReadableLine | undefined;
    };
  };
}

interface ReadableLine {
  readonly isWrapped: boolean;
  getCell(col: number): ReadableCell | undefined;
}

export interface ReadableCell {
  getChars(): string;
  getWidth(): number;
  getFgColor(): number;
  getBgColor(): number;
  isFgRGB(): boolean;
  isBgRGB(): boolean;
  isFgPalette(): boolean;
  isBgPalette(): boolean;
  isBold(): number;
  isItalic(): number;
  isDim(): number;
  isUnderline(): number;
  isBlink(): number;
  isInverse(): number;
  isInvisible(): number;
  isStrikethrough(): number;
  isOverline(): number;
}

/** What every cell of xterm.js also has, though it declares it nowhere. */
export interface ExtendedCell extends ReadableCell {
  readonly fg: number;
  hasExtendedAttrs(): number;
  readonly extended: { readonly urlId: number; readonly _ext: number };
  getUnderlineStyle(): number;
  getUnderlineColor(): number;
  isUnderlineColorRGB(): boolean;
  isUnderlineColorDefault(): boolean;
}

/** What every terminal of xterm.js also has: no declared part tells of the cursor's looks and of links. */
export interface TerminalWithCore extends ReadableTerminal {
  readonly _core: {
    readonly coreService: {
      readonly isCursorHidden: boolean;
      readonly decPrivateModes: { readonly cursorStyle?: string; readonly cursorBlink?: boolean };
    };
    readonly _oscLinkService: { getLinkData(id: number): { readonly uri: string } | undefined };
  };
}
