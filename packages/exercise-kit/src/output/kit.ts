/** How the author started the kit: with the project's own script, or by its name. */
export const KIT = process.env.npm_lifecycle_event === 'exercise-kit' ? 'npm run exercise-kit --' : 'exercise-kit';
