import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { type Tag, tags as t } from '@lezer/highlight';

interface SyntaxRule {
  readonly tags: readonly Tag[];
  readonly fontStyle?: 'italic';
  readonly fontWeight?: 'bold';
  readonly textDecoration?: 'underline' | 'line-through';
}

/** What is coloured, by the name of its custom property: `keyword` has `--wb-syntax-keyword`. */
const SYNTAX: Readonly<Record<string, SyntaxRule>> = {
  comment: { tags: [t.comment, t.meta, t.processingInstruction], fontStyle: 'italic' },
  keyword: { tags: [t.keyword, t.modifier, t.operatorKeyword, t.controlKeyword, t.definitionKeyword, t.moduleKeyword] },
  string: { tags: [t.string, t.special(t.string), t.attributeValue, t.character, t.docString] },
  escape: { tags: [t.escape, t.regexp, t.url, t.color] },
  number: { tags: [t.number, t.bool, t.null, t.atom, t.unit, t.self] },
  function: { tags: [t.function(t.variableName), t.function(t.propertyName), t.macroName, t.labelName] },
  type: { tags: [t.typeName, t.className, t.namespace, t.annotation, t.standard(t.name)] },
  property: { tags: [t.propertyName, t.attributeName, t.definition(t.propertyName)] },
  tag: { tags: [t.tagName, t.angleBracket] },
  variable: { tags: [t.variableName, t.definition(t.variableName), t.name] },
  operator: { tags: [t.operator, t.punctuation, t.bracket, t.separator] },
  heading: { tags: [t.heading], fontWeight: 'bold' },
  link: { tags: [t.link], textDecoration: 'underline' },
  invalid: { tags: [t.invalid, t.deleted] },
  inserted: { tags: [t.inserted] },
};

/** Looks without a colour of their own. */
const LETTERS = [
  { tag: t.strong, fontWeight: 'bold' },
  { tag: t.emphasis, fontStyle: 'italic' },
  { tag: t.strikethrough, textDecoration: 'line-through' },
];

const coloured = Object.entries(SYNTAX).map(([name, { tags, ...look }]) => ({
  tag: tags,
  color: `var(--wb-syntax-${name})`,
  ...look,
}));

export const syntaxColours: Extension = syntaxHighlighting(HighlightStyle.define([...coloured, ...LETTERS]));
