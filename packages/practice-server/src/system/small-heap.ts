import { setFlagsFromString } from 'node:v8';

/*
 * Keeps V8's space for young objects as small as it begins. The bytes of terminals live outside of it, so that what
 * this program sets up and the starts of sessions are all that makes it grow, to 16 MB; and whether V8 ever gives those
 * back where nothing happens is chance. Every Node since 20 knows the flag.
 */
setFlagsFromString('--semi-space-growth-factor=1');
