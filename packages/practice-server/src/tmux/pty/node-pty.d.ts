// The package is installed under the name of the original, whose prebuilt edition it is; its own
// declarations use the edition's name.
declare module 'node-pty' {
  export * from '@lydell/node-pty';
}
