import Layout from '@theme/Layout';
import { CourseList } from '../components/Landing/CourseList';
import { Hero } from '../components/Landing/Hero';
import { HowPracticeWorks } from '../components/Landing/HowPracticeWorks';

const DESCRIPTION =
  'A course in building AI agents. Each lesson that needs practice opens a real terminal beside the text, with an AI tutor in it.';

export default function Home() {
  return (
    <Layout description={DESCRIPTION} title="Learn to build agents">
      <main>
        <Hero />
        <HowPracticeWorks />
        <CourseList />
      </main>
    </Layout>
  );
}
