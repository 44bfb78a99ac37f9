import { webAddress } from '../words/words.js';

/** A link into the web with words of somebody else; only the words where the address is none of the web. */
export function WebLink({ url, children }: { readonly url: string; readonly children: string }) {
  const address = webAddress(url);
  if (address === undefined) return <span>{children}</span>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="practice-visually-hidden"> (opens a new tab)</span>
    </a>
  );
}
