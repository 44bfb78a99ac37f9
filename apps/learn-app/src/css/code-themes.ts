import type { PrismTheme } from 'prism-react-renderer';

interface Palette {
  ground: string;
  text: string;
  comment: string;
  keyword: string;
  string: string;
  number: string;
  name: string;
}

/** Five colours are enough to read code by, each at least 4.5:1 on its ground. */
function codeTheme(palette: Palette): PrismTheme {
  return {
    plain: { color: palette.text, backgroundColor: palette.ground },
    styles: [
      { types: ['comment', 'prolog', 'doctype'], style: { color: palette.comment, fontStyle: 'italic' } },
      { types: ['keyword', 'atrule', 'operator-keyword', 'tag'], style: { color: palette.keyword } },
      { types: ['string', 'triple-quoted-string', 'attr-value', 'char'], style: { color: palette.string } },
      { types: ['number', 'boolean', 'constant', 'builtin'], style: { color: palette.number } },
      { types: ['function', 'class-name', 'decorator', 'property', 'attr-name'], style: { color: palette.name } },
      { types: ['inserted'], style: { color: palette.string } },
      { types: ['deleted'], style: { color: palette.number } },
    ],
  };
}

export const lightCode = codeTheme({
  ground: '#f6f4f0',
  text: '#22211e',
  comment: '#6a655c',
  keyword: '#0a6b66',
  string: '#3f6212',
  number: '#9a3412',
  name: '#1d4f91',
});

export const darkCode = codeTheme({
  ground: '#1b1d1e',
  text: '#e7e5e0',
  comment: '#989a95',
  keyword: '#62c7bd',
  string: '#b5cf7f',
  number: '#f0a67a',
  name: '#8fb8ee',
});
