import Head from '@docusaurus/Head';
import { PageMetadata } from '@docusaurus/theme-common';
import LayoutProvider from '@theme/Layout/Provider';
import { PracticeWindow } from '../components/PracticeWindow';

/** An exercise in its own window: the panel, and nothing around it. */
export default function PracticeWindowPage() {
  return (
    <LayoutProvider>
      <PageMetadata title="Practice" />
      <Head>
        <meta content="noindex" name="robots" />
      </Head>
      <PracticeWindow />
    </LayoutProvider>
  );
}
