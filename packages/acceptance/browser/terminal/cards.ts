/** Last line of each card. */
const END = '\x1b[0mend of card\r\n';

const sgr = (codes: string, text = codes) => `\x1b[${codes}m${text}\x1b[0m`;
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

/** Attributes, and styles and colours of underlines; then the colours in each of their forms. */
export const ATTRIBUTE_CARD = [
  [1, 2, 3, 4, 5, 7, 8, 9, 53].map((code) => sgr(String(code))).join(' '),
  ['4:1', '4:2', '4:3', '4:4', '4:5', '21', '1;4;9;53', '3;7', '2;5', '1;3;4:3;7;9'].map((code) => sgr(code)).join(' '),
  ['4;58;5;196', '4:3;58;2;255;128;0', '4:2;58:5:33', '4:4;58:2::1:2:3'].map((code) => sgr(code)).join(' '),
  numbers(8)
    .map((n) => sgr(String(30 + n)) + sgr(String(40 + n)) + sgr(`1;${30 + n}`))
    .join(' '),
  numbers(8)
    .map((n) => sgr(String(90 + n)) + sgr(String(100 + n)) + sgr(`7;${90 + n}`))
    .join(' '),
  ...numbers(6).map((row) =>
    numbers(36)
      .map((n) => sgr(`48;5;${16 + row * 36 + n}`, '  '))
      .join(''),
  ),
  numbers(24)
    .map((n) => sgr(`38;5;${232 + n}`, '██'))
    .join(''),
  numbers(64)
    .map((n) => sgr(`48;2;${n * 4};${255 - n * 4};128;38;2;255;255;${n * 4}`, 'x'))
    .join(''),
  '\x1b(0lqqqqk x~`afgmjnwvtuyz{|}\x1b(B ┌─┬╮╭╯ ▁▂▃▄▅▆▇█▓▒░ ⠋⠙⠹',
  `\x1b[44m${'to the end'.padEnd(99)}\x1b[0m`,
  END,
].join('\r\n');

/** Classes of width: each line one, with a bar behind each character that shows where it ends. */
export const UNICODE_CARD = [
  '漢|字|か|ナ|한|글|，|｡|ｱ|　|',
  'é|e\u0301|a\u0308\u0323|n\u0303|x\u20d7|ё|ﬁ|ß|',
  '☺|☎|❤|❤\ufe0f|☝|✈\ufe0f|⌚|⏰|☔|1\ufe0f\u20e3|#\ufe0f\u20e3|',
  '🎉|👍|👍🏽|👆🏿|🤷🏻\u200d♀\ufe0f|👋🏼|',
  '👩\u200d💻|👨\u200d👩\u200d👧|👨\u200d👩\u200d👧\u200d👦|🏳\ufe0f\u200d🌈|🏴\u200d☠\ufe0f|❤\ufe0f\u200d🔥|',
  '🇩🇪|🇯🇵|🇺|🇳🇿🇫🇷|🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}|',
  '\u1100\u1161\u11a8|\u1112\u1161\u11ab\u1100\u1173\u11af|가|각|',
  'مرحبا|لا|العربية|שלום|שָׁלוֹם|',
  'नमस्ते|क्षि|हिन्दी|বাংলা|தமிழ்|ไทย|ກ່ຽວ|',
  '𝔘𝔫𝔦|𠀀𠮷|🂡|𝄞|\ue0b0|\u00ad|\u2060|\u200b|\u200dx|',
  '🫠|🫨|🪿|🪉|🫆|🛜|\u{1fae9}|',
  `${'x'.repeat(97)}漢字`,
  `${'x'.repeat(98)}👩\u200d💻`,
  END,
].join('\r\n');
