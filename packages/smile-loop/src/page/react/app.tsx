import { RunPage } from './run-page.js';
import { useRun } from './use-run.js';

/** The whole page: the run is read first, and then watched or gone through again. */
export function App() {
  const { run, view, isConnected, problem } = useRun();
  if (run !== undefined) return <RunPage run={run} view={view} isConnected={isConnected} problem={problem} />;
  return (
    <main className="alone">
      <h1>Smile loop</h1>
      {problem === undefined ? <p role="status">Reading the run…</p> : <p role="alert">{problem}</p>}
    </main>
  );
}
