import styles from './styles.module.css';

const BARS = [92, 100, 78, 96, 88, 40];

/** A drawing of the product: text on the left, terminal on the right. */
export function Preview() {
  return (
    <div aria-hidden="true" className={styles.preview}>
      <div className={styles.previewPage}>
        <span className={styles.previewTitle} />
        {BARS.map((width) => (
          <span className={styles.previewBar} key={width} style={{ inlineSize: `${width}%` }} />
        ))}
        <span className={styles.previewButton} />
      </div>
      <div className={styles.previewTerminal}>
        <p>
          <b>tutor</b> What should the loop do when the model says it is finished?
        </p>
        <p>
          <i>you</i> Stop, and return the answer.
        </p>
        <p>
          <b>tutor</b> Right. Where in loop.py would you put that?
        </p>
        <p className={styles.previewCursor}>
          <i>you</i> <span />
        </p>
      </div>
    </div>
  );
}
