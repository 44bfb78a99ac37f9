import Layout from '@theme/Layout';
import { Progress } from '../components/Progress';

const DESCRIPTION = 'How far you have got with the exercises of this course. It is known on your own computer alone.';

export default function ProgressPage() {
  return (
    <Layout description={DESCRIPTION} title="Your progress">
      <Progress />
    </Layout>
  );
}
