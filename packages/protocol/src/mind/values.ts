import * as z from 'zod';

/** From who needs rules to who goes by intuition, after Dreyfus and Dreyfus (1980). */
export const STAGES = ['novice', 'advanced_beginner', 'competent', 'proficient', 'expert'] as const;
export const stageSchema = z.enum(STAGES);
export type Stage = z.infer<typeof stageSchema>;

export const SEVERITIES = ['low', 'medium', 'high'] as const;
export const severitySchema = z.enum(SEVERITIES);
export type Severity = z.infer<typeof severitySchema>;

/** How far a student has come in a kata. */
export const MAX_LEVEL = 10;
export const levelSchema = z.number().int().min(1).max(MAX_LEVEL);

export const difficultySchema = z.enum(['beginner', 'intermediate', 'advanced']);
export type Difficulty = z.infer<typeof difficultySchema>;

/** Over which time statistics are. */
export const PERIODS = ['7d', '30d', 'all'] as const;
export const periodSchema = z.enum(PERIODS);
export type Period = z.infer<typeof periodSchema>;
