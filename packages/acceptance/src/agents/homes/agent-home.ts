/** What is set up for one agent in a student's home before it is started for the first time. */
export interface AgentHome {
  /** Variables that every student has. */
  environment: Readonly<Record<string, string>>;
  /** Variables of a student who is signed in, with the address of the models. */
  signedIn?(modelApi: string): Readonly<Record<string, string>>;
  /** Writes the agent's own files below the home directory, again whenever a folder is trusted. */
  write(home: string, facts: HomeFacts): Promise<void>;
}

interface HomeFacts {
  /** Where the agent finds its model; without it, nobody is signed in. */
  modelApi: string | undefined;
  /** Absolute paths of the folders that the student has trusted. */
  trusted: readonly string[];
}
