import { setFlagsFromString } from 'node:v8';

/*
 * Keeps V8's space for young objects at its initial size. The bytes of terminals live outside it, so only the start of
 * this program and the starts of sessions would make it grow, to 16 MB; and it is a matter of chance whether an idle V8
 * ever gives those back. Every Node since 20 knows the flag.
 */
setFlagsFromString('--semi-space-growth-factor=1');
