import { type Exercise, stagesOf } from '@agent-factory/exercise-runtime';
import type { ExerciseId, Stage, VerificationResult } from '@agent-factory/protocol';
import type { NewEvent } from '@agent-factory/protocol/events';
import type { ClaimRefusal, StageProof, StagesResponse } from '@agent-factory/protocol/stages';
import type { Judged, SaidMarker } from '../sessions/hooks.js';
import type { SessionAccess } from '../sessions/session-access.js';
import { findWorkspace } from '../store/records/workspaces.js';
import { startedExercise } from '../workspaces/started-exercise.js';
import type { Claim } from './claim-book.js';
import { Claims } from './claims.js';
import { describeStages } from './describe.js';
import { inWords, passedStages, refusalOf } from './outline.js';
import { type Place, StageRecords, WHOLE_EXERCISE } from './records.js';

/** An exercise that is being worked on. */
interface Current {
  readonly place: Place;
  readonly exercise: Exercise;
  readonly stages: readonly Stage[];
}

/** The same, while a claim is judged that was made in one of the two forms. */
interface Claimed extends Current {
  readonly saidIn: SaidMarker['place'];
  /** Aborts when nobody wants to know any more. */
  readonly signal: AbortSignal;
}

/**
 * How far the student is in the stages of an exercise. What the tutor says by a marker is a claim: where a stage has
 * criteria, they decide.
 */
export class Stages {
  readonly #host: SessionAccess;
  readonly #records: StageRecords;
  readonly #claims: Claims;
  /** By exercise: what a claim or a check has found last. */
  readonly #found = new Map<ExerciseId, VerificationResult>();

  constructor(host: SessionAccess) {
    this.#host = host;
    this.#records = new StageRecords(host.store);
    this.#claims = new Claims(host, (claim, signal) => this.#judgeClaim(claim, signal));
  }

  /** Goes on with the claims that an earlier daemon did not judge. */
  resume(): void {
    this.#claims.resume().catch((error) => this.#host.log.error({ err: error }, 'Earlier claims could not be read'));
  }

  /** The tutor has said a marker. Resolves when that is written down. */
  handleMarker(said: SaidMarker): Promise<void> {
    return this.#claims.add(said);
  }

  /** The exercise is about to be reset: what was found and claimed is about a workspace that goes. */
  handleReset(exerciseId: ExerciseId): void {
    this.#claims.drop(exerciseId);
    this.#found.delete(exerciseId);
  }

  /** An official check completes the stages whose criteria it has passed. */
  async handleJudged({ exerciseId, result }: Judged): Promise<void> {
    const current = await this.#current(exerciseId);
    if (current !== undefined) await this.#completePassed(current, result);
  }

  /** What other parts of the daemon have done. */
  handleEvent(event: NewEvent): void {
    if (event.type !== 'progress_changed' || event.data.reason !== 'reset') return;
    this.#records
      .forget(event.exerciseId)
      .catch((error) => this.#host.log.error({ err: error }, 'Stages could not be forgotten'));
  }

  async progressOf(exerciseId: ExerciseId): Promise<StagesResponse> {
    const workspace = await findWorkspace(this.#host.store, exerciseId);
    const exercise = await this.#exercise(exerciseId);
    const records =
      workspace === undefined ? new Map() : await this.#records.of({ exerciseId, workspaceAt: workspace.createdAt });
    const stages = stagesOf(exercise.config);
    const latest = this.#found.get(exerciseId)?.criteria;
    return describeStages(this.#host.store, { exerciseId, workspace, stages, records, latest });
  }

  /** The latest claims that did not hold, for an agent that reads it with the next message; undefined without any. */
  async describe(exerciseId: ExerciseId): Promise<string | undefined> {
    const workspace = await findWorkspace(this.#host.store, exerciseId);
    if (workspace === undefined) return undefined;
    const records = await this.#records.of({ exerciseId, workspaceAt: workspace.createdAt });
    const lines = [...records]
      .sort(([one], [other]) => one - other)
      .flatMap(([stageNumber, { refused }]) => (refused === undefined ? [] : [inWords(nameOf(stageNumber), refused)]));
    return lines.length === 0 ? undefined : lines.join('\n');
  }

  async close(): Promise<void> {
    await this.#claims.close();
  }

  async #judgeClaim({ exerciseId, marker, place: saidIn }: Claim, signal: AbortSignal): Promise<void> {
    const found = await this.#current(exerciseId);
    if (found === undefined) return;
    const current = { ...found, saidIn, signal };
    switch (marker.kind) {
      case 'stage_complete':
        return this.#judgeStage(current, marker.stageNumber);
      case 'course_complete':
        return this.#judgeWhole(current);
      case 'stage_unlocked':
        return this.#unlock(current, marker);
    }
  }

  async #judgeStage(current: Claimed, stageNumber: number): Promise<void> {
    const { exerciseId } = current.place;
    this.#append({ exerciseId, type: 'stage_claimed', data: { stageNumber } });
    const stage = current.stages[stageNumber - 1];
    if (stage === undefined)
      return this.#refuse(current, stageNumber, { reason: 'unknown', message: numbersOf(current) });
    if ((await this.#records.of(current.place)).get(stageNumber)?.completed !== undefined) return;
    if (stage.criteria.length === 0) return this.#complete(current, stageNumber, 'tutor');
    const result = await this.#check(current);
    if (result === undefined) return;
    await this.#completePassed(current, result);
    const refusal = refusalOf(stage.criteria, result);
    if (refusal !== undefined) await this.#refuse(current, stageNumber, refusal);
  }

  /** A claim that holds counts like a check of the student's own: it completes the exercise. */
  async #judgeWhole(current: Claimed): Promise<void> {
    const { exerciseId } = current.place;
    this.#append({ exerciseId, type: 'course_claimed', data: {} });
    if ((await this.#records.of(current.place)).get(WHOLE_EXERCISE)?.completed !== undefined) return;
    const { criteria, verification } = current.exercise.config;
    if (verification === undefined && criteria.length === 0) return this.#completeWhole(current, 'tutor');
    const result = await this.#check(current);
    if (result === undefined) return;
    await this.#completePassed(current, result);
    const titles = [...criteria.map(({ title }) => title), ...result.criteria.map(({ name }) => name)];
    const refusal = refusalOf(titles, result);
    if (refusal !== undefined) return this.#refuse(current, WHOLE_EXERCISE, refusal);
    await this.#completeWhole(current, 'check');
    // Not awaited: it waits for its turn, and its result comes back here.
    void this.#host.sessions.verify(exerciseId).catch((error) => this.#logFailure(error, exerciseId));
  }

  async #unlock(current: Claimed, { stageNumber, txHash }: { stageNumber: number; txHash: string }): Promise<void> {
    const { exerciseId } = current.place;
    if (current.stages[stageNumber - 1] === undefined)
      return this.#refuse(current, stageNumber, { reason: 'unknown', message: numbersOf(current) });
    const known = (await this.#records.of(current.place)).get(stageNumber)?.unlocked;
    if (known?.txHash === txHash) return;
    await this.#records.unlock(current.place, stageNumber, now(), txHash);
    this.#append({ exerciseId, type: 'stage_unlocked', data: { stageNumber, txHash } });
    this.#host.sessions.tell(exerciseId, { type: 'stage_unlocked', stageNumber, txHash });
  }

  /** Undefined if the workspace was reset meanwhile: then nobody wants to know any more. */
  async #check({ place, signal }: Claimed): Promise<VerificationResult | undefined> {
    const result = await this.#host.sessions.check(place.exerciseId, { signal });
    const workspace = await findWorkspace(this.#host.store, place.exerciseId);
    return workspace?.createdAt === place.workspaceAt ? result : undefined;
  }

  async #completePassed(current: Current, result: VerificationResult): Promise<void> {
    this.#found.set(current.place.exerciseId, result);
    for (const stageNumber of passedStages(current.stages, result)) await this.#complete(current, stageNumber, 'check');
  }

  async #complete({ place, stages }: Current, stageNumber: number, by: StageProof): Promise<void> {
    const { exerciseId } = place;
    const { title = '' } = stages[stageNumber - 1] ?? {};
    if (!(await this.#records.complete(place, stageNumber, now(), by))) return;
    this.#append({ exerciseId, type: 'stage_completed', data: { stageNumber, title, by } });
    this.#host.sessions.tell(exerciseId, { type: 'stage_complete', stageNumber });
  }

  async #completeWhole({ place }: Current, by: StageProof): Promise<void> {
    const { exerciseId } = place;
    if (!(await this.#records.complete(place, WHOLE_EXERCISE, now(), by))) return;
    this.#append({ exerciseId, type: 'course_completed', data: { by } });
    this.#host.sessions.tell(exerciseId, { type: 'course_complete' });
  }

  /** Told to the student by the event, and to the tutor in one line: in a chat, with the next message. */
  async #refuse({ place, stages, saidIn }: Claimed, stageNumber: number, refusal: ClaimRefusal): Promise<void> {
    const { exerciseId } = place;
    const isWhole = stageNumber === WHOLE_EXERCISE && refusal.reason !== 'unknown';
    if (isWhole || stages[stageNumber - 1] !== undefined)
      await this.#records.refuse(place, stageNumber, now(), refusal);
    if (isWhole) this.#append({ exerciseId, type: 'course_refused', data: refusal });
    else this.#append({ exerciseId, type: 'stage_refused', data: { stageNumber, ...refusal } });
    const line = inWords(isWhole ? nameOf(WHOLE_EXERCISE) : `Stage ${stageNumber}`, refusal);
    if (saidIn === 'terminal') this.#host.sessions.sayWhenWaiting(exerciseId, line);
  }

  async #current(exerciseId: ExerciseId): Promise<Current | undefined> {
    const workspace = await findWorkspace(this.#host.store, exerciseId);
    if (workspace === undefined) return undefined;
    const exercise = await this.#exercise(exerciseId);
    return { place: { exerciseId, workspaceAt: workspace.createdAt }, exercise, stages: stagesOf(exercise.config) };
  }

  async #exercise(exerciseId: ExerciseId): Promise<Exercise> {
    const cached = await this.#host.catalog.cached(exerciseId);
    if (cached !== undefined) return cached;
    const isStarted = (await findWorkspace(this.#host.store, exerciseId)) !== undefined;
    return isStarted ? startedExercise(this.#host, exerciseId) : (await this.#host.catalog.fetch(exerciseId)).exercise;
  }

  #append(event: NewEvent): void {
    this.#host.events.append(event);
  }

  #logFailure(error: unknown, exerciseId: ExerciseId): void {
    this.#host.log.error({ err: error, exerciseId }, 'A completed exercise could not be checked officially');
  }
}

function nameOf(stageNumber: number): string {
  return stageNumber === WHOLE_EXERCISE ? 'The exercise' : `Stage ${stageNumber}`;
}

function numbersOf({ stages }: Current): string {
  return stages.length === 0 ? 'It has no stages.' : `It has stages 1 to ${stages.length}.`;
}

function now(): string {
  return new Date().toISOString();
}
