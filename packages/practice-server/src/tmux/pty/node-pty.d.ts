// A prebuilt edition of node-pty, installed under the original's name; its own declarations use the
// edition's name.
declare module 'node-pty' {
  export * from '@lydell/node-pty';
}
