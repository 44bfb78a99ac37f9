/** What a browser is told in the place of the page. */
export const NOTICES = {
  no_pass: {
    status: 401,
    title: 'Open the Workbench from your terminal',
    text: 'Run <code>practice-server coach</code> in the folder of your project. It opens this page, and nobody else can.',
  },
  used_link: {
    status: 401,
    title: 'This link was used already, or is too old',
    text: 'It works once, within two minutes. Run <code>practice-server coach</code> again for a new one.',
  },
  not_built: {
    status: 503,
    title: 'The Workbench is missing',
    text: 'This practice server was built without it. In its repository, run <code>npm run build</code>; otherwise install the package again.',
  },
} as const;

export type Notice = (typeof NOTICES)[keyof typeof NOTICES];

export function noticePage({ title, text }: Notice): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<h1>${title}</h1>
<p>${text}</p>
</html>
`;
}
