/** What a browser is told in the place of the page. */
const NO_PASS = {
  status: 401,
  title: 'Open the Workbench from your terminal',
  text: 'Run <code>practice-server coach</code> in the folder of your project. It opens this page, and nobody else can.',
};
const USED_LINK = {
  status: 401,
  title: 'This link was used already, or is too old',
  text: 'It works once, within two minutes. Run <code>practice-server coach</code> again for a new one.',
};

/** What a browser is told in the place of the Workbench. */
export const WORKBENCH_NOTICES: PageNotices = {
  no_pass: NO_PASS,
  used_link: USED_LINK,
  not_built: notBuilt('Workbench'),
};

/** And in the place of the dashboard. */
export const DASHBOARD_NOTICES: PageNotices = {
  no_pass: {
    status: 401,
    title: 'Open your dashboard from your terminal',
    text: 'Run <code>practice-server dashboard</code>. It opens this page, and nobody else can.',
  },
  used_link: { ...USED_LINK, text: USED_LINK.text.replace('practice-server coach', 'practice-server dashboard') },
  not_built: notBuilt('dashboard'),
};

/** Who comes without a pass, or with a link that is no longer good; and where the page was not built. */
export type PageNotices = Readonly<Record<'no_pass' | 'used_link' | 'not_built', Notice>>;

export interface Notice {
  readonly status: number;
  readonly title: string;
  /** HTML of ours. */
  readonly text: string;
}

function notBuilt(page: string): Notice {
  return {
    status: 503,
    title: `The ${page} is missing`,
    text: 'This practice server was built without it. In its repository, run <code>npm run build</code>; otherwise install the package again.',
  };
}

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
