import Layout from '@theme/Layout';
import { Progress } from '../components/Progress';

const DESCRIPTION = 'How far you have got with the exercises of this course. Only your own computer knows it.';

export default function ProgressPage() {
  return (
    <Layout description={DESCRIPTION} title="Your progress">
      <Progress />
    </Layout>
  );
}
