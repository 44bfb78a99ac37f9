import { BINARY_SNIFF_BYTES } from '../limits.js';
import { extensionOf } from './languages.js';

/** Extensions of files that are no text: pictures, sound, archives, programs, documents, fonts, data. */
const BINARY_EXTENSIONS = new Set(
  [
    'png jpg jpeg gif bmp ico icns webp avif heic tif tiff psd xcf',
    'mp3 wav ogg oga flac aac m4a mid mp4 m4v mov avi mkv webm wmv',
    'zip gz tgz bz2 xz zst lz4 7z rar tar jar war ear whl egg deb rpm dmg iso',
    'exe dll so dylib a o obj lib bin class pyc pyo pyd wasm node apk',
    'pdf doc docx xls xlsx ppt pptx odt ods odp epub',
    'ttf otf woff woff2 eot',
    'db sqlite sqlite3 parquet feather arrow npy npz pkl pickle h5 hdf5 onnx pt pth safetensors gguf',
  ].flatMap((line) => line.split(' ')),
);

/** Whether a file is no text, by its name. */
export function isBinaryName(path: string): boolean {
  return BINARY_EXTENSIONS.has(extensionOf(path));
}

/** Whether a file is no text, by how it begins. */
export function isBinaryContent(bytes: Buffer): boolean {
  return bytes.subarray(0, BINARY_SNIFF_BYTES).includes(0);
}
