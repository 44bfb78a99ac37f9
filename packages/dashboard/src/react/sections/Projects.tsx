import { useDashboard, useSnapshot } from '../context.js';
import { PageLink } from '../parts/PageLink.js';
import { Empty, Trouble } from '../parts/Quiet.js';
import { Section } from '../parts/Section.js';
import { useShown } from '../parts/use-shown.js';

const FIRST_PROJECTS = 6;

/** The command that makes a folder a project, and opens the Workbench for it. */
const OPEN_COMMAND = 'npx @agent-factory/practice-server coach';

/** Which project to look at, where none is chosen: issues and materials are a project's. */
export function Projects() {
  const { client, links } = useDashboard();
  const { projects } = useSnapshot();
  const all = projects.value ?? [];
  const { shown, more } = useShown(all, FIRST_PROJECTS);
  return (
    <Section
      title="Your projects"
      anchor="next"
      {...(all.length > 0 && { about: 'Choose one to see which of its issues suit you, and what to read for them.' })}
    >
      {projects.status === 'failed' && (
        <Trouble message={projects.message} onRetry={() => void client.loadProjects()} />
      )}
      {projects.status === 'ready' && all.length === 0 && (
        <Empty title="No project yet.">
          Run <code>{OPEN_COMMAND}</code> in a folder that you work on. It appears here, with issues that suit you.
        </Empty>
      )}
      <ul className="dash-projects">
        {shown.map(({ id, name, path, kind }) => (
          <li key={id}>
            {links.dashboard === undefined ? (
              <span>{name}</span>
            ) : (
              <PageLink href={links.dashboard(id)}>{name}</PageLink>
            )}
            <span className="dash-faint dash-clamp">{kind === 'exercise' ? 'Exercise' : path}</span>
          </li>
        ))}
      </ul>
      {more}
    </Section>
  );
}
