/** Where the files are that this program has beside it. Absolute folders. */
export interface Installed {
  /** What runs inside a container. */
  readonly inside: string;
  /** The page by which one watches. */
  readonly page: string;
  readonly version: string;
}
