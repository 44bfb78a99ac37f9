import {
  actionTypeSchema,
  hintLevelSchema,
  phaseStatusSchema,
  projectIdSchema,
  visibilitySchema,
} from '@agent-factory/protocol/coach';
import { difficultySchema, severitySchema, stageSchema } from '@agent-factory/protocol/mind';
import * as z from 'zod';
import {
  ATTEMPTS,
  CONSTRAINTS,
  EVENT_FACTS,
  EXPECTED_FILES,
  helpSchema,
  hintTypeSchema,
  ISSUE,
  RELATED_CONCEPTS,
  SKILLS,
  sessionStatusSchema,
  TAGS,
  WRAP_UP,
  WRAPPING_UP,
} from './values.js';

const id = z.string().min(1).max(100);
const text = z.string();
const time = z.iso.datetime();
const count = z.number().int().min(0);
const line = z.number().int().min(1);

/** The rows of each table, as they are stored. Times are ISO 8601 in UTC. */
export const ROWS = {
  /** What the student has chosen for a project, and what it is about. */
  coach_projects: z.object({
    project_id: projectIdSchema,
    visibility: visibilitySchema,
    hint_level: hintLevelSchema,
    issue: ISSUE.text.nullable(),
  }),
  /** An agent that coaches a student. `issue_*`: what they work on, once it is known. `wrapping_up`, `wrapped_up`: while, and once, it is. */
  coach_sessions: z.object({
    id,
    project_id: projectIdSchema,
    project_dir: text,
    issue_number: z.number().int().nullable(),
    issue_title: text.nullable(),
    status: sessionStatusSchema,
    started_at: time,
    ended_at: time.nullable(),
    wrapped_up: WRAP_UP.text.nullable(),
    wrapping_up: WRAPPING_UP.text.nullable(),
  }),
  coach_plans: z.object({
    id,
    session_id: id,
    raw_plan_text: text,
    created_at: time,
    memory_connection: text.nullable(),
    estimated_difficulty: difficultySchema.nullable(),
  }),
  coach_phases: z.object({
    id,
    plan_id: id,
    number: line,
    title: text,
    description: text,
    status: phaseStatusSchema,
    hint_level: hintLevelSchema,
    expected_files: EXPECTED_FILES.text,
    started_at: time.nullable(),
    completed_at: time.nullable(),
  }),
  /** What the plan would show the student: a file, or lines of one. */
  coach_phase_hints: z.object({
    id,
    phase_id: id,
    type: hintTypeSchema,
    path: text,
    start_line: line.nullable(),
    end_line: line.nullable(),
    style: text,
    hover_text: text.nullable(),
  }),
  /** How good the student is at something: one row each, over all projects. */
  coach_dreyfus_assessments: z.object({
    id,
    skill_area: text.min(1),
    stage: stageSchema,
    confidence: z.number().min(0).max(1),
    evidence: text,
    assessed_at: time,
  }),
  coach_knowledge_gaps: z.object({
    id,
    session_id: id.nullable(),
    project_id: projectIdSchema.nullable(),
    topic: text,
    severity: severitySchema,
    evidence: text,
    related_concepts: RELATED_CONCEPTS.text,
    frequency: count,
    last_encountered_at: time,
    addressed: z.union([z.literal(0), z.literal(1)]),
  }),
  coach_kata_specs: z.object({
    id,
    knowledge_gap_id: id,
    title: text,
    description: text,
    scaffolding_code: text,
    instructor_notes: text,
    constraints: CONSTRAINTS.text,
    user_attempts: ATTEMPTS.text,
    created_at: time.nullable(),
  }),
  /** Each assessment that was ever made. */
  coach_assessment_history: z.object({
    id,
    skill_area: text.min(1),
    stage: stageSchema,
    confidence: z.number().min(0).max(1),
    assessed_at: time,
  }),
  /** What is remembered, where ChromaDB does not keep it. */
  coach_memories: z.object({
    id,
    session_id: text,
    project: text,
    content: text,
    tags: TAGS.text,
    importance: severitySchema,
    created_at: time,
  }),
  /**
   * How much the learner did in a quarter of an hour, `slot`: its beginning in UTC to the minute. `hints`: rungs of an
   * exercise's hints that were shown. `last_event`: the latest event that is counted in it.
   */
  coach_activity: z.object({
    slot: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/),
    actions: count,
    hints: count,
    last_event: count,
  }),
  /**
   * With what help the criteria of exercises passed for the first time; `id` is the exercise and the criterion's title.
   * `skills`: those of the exercise by then.
   */
  coach_passed_criteria: z.object({
    id: z.string().min(1).max(400),
    exercise_id: projectIdSchema,
    skills: SKILLS.text,
    help: helpSchema,
    passed_at: time,
  }),
  /** How often an agent has told lines of an exercise's solution, in how many lines. `id`: exercise and agent. */
  coach_tutor_leaks: z.object({
    id: z.string().min(1).max(400),
    exercise_id: projectIdSchema,
    agent: text,
    leaks: count,
    lines: count,
    last_at: time,
  }),
  coach_progress_events: z.object({
    id,
    phase_id: id,
    event_type: text.min(1),
    data: EVENT_FACTS.text.nullable(),
    created_at: time,
  }),
  /**
   * `latency_ms` is -1 for a call that failed. `cost_estimate` is in US dollars, of the tokens of a call that did not
   * fail; `cost_beyond` is what was, or may have been, paid beyond it: for an answer of no use, or for searches.
   */
  coach_api_call_log: z.object({
    id,
    session_id: id.nullable(),
    project_id: projectIdSchema.nullable(),
    call_type: text,
    model: text,
    input_hash: text,
    latency_ms: z.number().int().min(-1),
    input_tokens: count,
    output_tokens: count,
    cost_estimate: z.number().min(0),
    cost_beyond: z.number().min(0),
    created_at: time,
  }),
} as const;

/** A row of the action log, which is a view of the daemon's event log: nobody writes it here. */
export const actionRowSchema = z.object({
  id: z.number().int(),
  session_id: id,
  action_type: actionTypeSchema,
  data: EVENT_FACTS.text.nullable(),
  created_at: time,
  project_id: projectIdSchema,
});
