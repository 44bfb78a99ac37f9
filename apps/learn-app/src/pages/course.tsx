import Layout from '@theme/Layout';
import { Course } from '../components/Course';

const DESCRIPTION = 'All chapters of this course: what you have done, what you have begun, and what comes next.';

export default function CoursePage() {
  return (
    <Layout description={DESCRIPTION} title="Your course">
      <Course />
    </Layout>
  );
}
