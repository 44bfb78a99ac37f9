/** Parts of the engine's client that bring an ssh client and a builder of images, with native code. Nothing here uses them. */
const withoutBuildersAndSsh = {
  name: 'without-builders-and-ssh',
  setup(bundle) {
    const parts = /[\\/](docker-modem[\\/]lib[\\/]ssh|dockerode[\\/]lib[\\/](session|buildkit))\.js$/;
    const contents = "module.exports = () => { throw new Error('This part of the client is not included.'); };";
    bundle.onLoad({ filter: parts }, () => ({ contents, loader: 'js' }));
  },
};

/** What the bundle of the program is made with; the report on dependencies reads the same. */
export const plugins = [withoutBuildersAndSsh];
