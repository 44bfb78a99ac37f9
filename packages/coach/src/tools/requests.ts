import {
  COACH_TOOLS,
  LOOKS,
  type ResourceRequest,
  type ToolInput,
  type ToolName,
  type ToolOutput,
} from '@agent-factory/protocol/coach';
import * as z from 'zod';
import type { ResourceEntries } from '../resources/entries.js';
import { listResources } from '../resources/list.js';
import { type Resource, readResource } from '../resources/read.js';

/** Requests for the project's files, as the protocol calls them. */
interface ResourceRequests extends Record<ResourceRequest, { readonly input: object; readonly output: object }> {
  'resources/list': { readonly input: Record<string, never>; readonly output: ResourceEntries };
  'resources/read': { readonly input: { readonly uri: string }; readonly output: Resource };
}

type ToolRequests = {
  [Name in ToolName]: { readonly input: ToolInput<Name>; readonly output: ToolOutput<Name> };
};

/** Everything that an agent can ask for: tools, and the project's files. */
type Requests = ToolRequests & ResourceRequests;
export type RequestName = keyof Requests;
export type RequestInput<Name extends RequestName> = Requests[Name]['input'];
export type RequestOutput<Name extends RequestName> = Requests[Name]['output'];

/** Who answers requests for files. */
export const RESOURCES = { 'resources/list': listResources, 'resources/read': readResource };

const FILE_INPUTS: Readonly<Record<keyof ResourceRequests, z.ZodType>> = {
  'resources/list': z.strictObject({}),
  'resources/read': z.strictObject({ uri: z.string() }),
};

/** Whether it tells of the student's work; the others only point. */
export function isLook(name: RequestName): boolean {
  return LOOKS.includes(name);
}

/** What can be asked with. */
export function inputOf(name: RequestName): z.ZodType {
  return name in FILE_INPUTS ? FILE_INPUTS[name as keyof ResourceRequests] : COACH_TOOLS[name as ToolName].input;
}
