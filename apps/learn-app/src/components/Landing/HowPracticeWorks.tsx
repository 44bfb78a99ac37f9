import Link from '@docusaurus/Link';
import clsx from 'clsx';
import styles from './styles.module.css';

const STEPS = [
  {
    title: 'Read',
    text: 'Lessons are short and hold code you can run with plain Python. No account, no key, nothing to pay for reading.',
  },
  {
    title: 'Practice',
    text: 'A terminal opens beside the text, on your own machine and in a folder of your own. The AI coding tool you use is your tutor there.',
  },
  {
    title: 'Check',
    text: 'Check My Work tells you, criterion by criterion, where you stand and what to look at next. Ask as often as you like.',
  },
];

export function HowPracticeWorks() {
  return (
    <section aria-labelledby="how" className={styles.how}>
      <div className={clsx(styles.inner, styles.howInner)}>
        <h2 className={styles.sectionTitle} id="how">
          How practice works
        </h2>
        <ol className={styles.howSteps}>
          {STEPS.map((step, index) => (
            <li key={step.title}>
              <span aria-hidden="true" className={styles.howNumber}>
                {index + 1}
              </span>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
        <p className={styles.howNote}>
          Close the browser, restart the computer: your files and your conversation are still there when you come back.{' '}
          <Link to="/docs/practice/setup">Set it up once</Link>, in about ten minutes.
        </p>
      </div>
    </section>
  );
}
