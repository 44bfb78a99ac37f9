import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { DocMetadata, LoadedContent } from '@docusaurus/plugin-content-docs';
import type { Plugin } from '@docusaurus/types';
import { EXERCISES } from '../scripts/copy-exercises.mjs';
import { type Chapter, COURSE_PLUGIN, type LessonEntry, type Part } from '../src/lib/course/course';
import type { Exercise } from '../src/lib/course/exercise';
import { isLesson, lessonPathOf } from '../src/lib/course/lesson-path';

type Version = LoadedContent['loadedVersions'][number];
type SidebarItem = Version['sidebars'][string][number];
type Category = Extract<SidebarItem, { type: 'category' }>;

function exerciseOf(lessonPath: string): Exercise | undefined {
  const registry = JSON.parse(readFileSync(join(EXERCISES, 'registry.json'), 'utf8')) as {
    exercises: Exercise[];
  };
  return registry.exercises.find((exercise) => exercise.lessonPath === lessonPath);
}

function lessonOf(doc: DocMetadata): LessonEntry {
  const path = lessonPathOf(doc.source);
  const exercise = exerciseOf(path);
  const { title, description, permalink } = doc;
  return { path, title, description, permalink, ...(exercise ? { exercise } : {}) };
}

function isCategory(item: SidebarItem): item is Category {
  return item.type === 'category';
}

function chapterOf(category: Category, docs: ReadonlyMap<string, DocMetadata>): Chapter {
  const lessons = category.items
    .map((item) => (item.type === 'doc' ? docs.get(item.id) : undefined))
    .filter((doc) => doc !== undefined)
    .map(lessonOf)
    .filter((lesson) => isLesson(lesson.path));
  return { label: category.label, lessons };
}

function partOf(category: Category, docs: ReadonlyMap<string, DocMetadata>): Part {
  const chapters = category.items.filter(isCategory).map((chapter) => chapterOf(chapter, docs));
  return { label: category.label, chapters: chapters.filter((chapter) => chapter.lessons.length > 0) };
}

function partsOf(version: Version): Part[] {
  const docs = new Map(version.docs.map((doc) => [doc.id, doc]));
  const items = Object.values(version.sidebars).flat().filter(isCategory);
  return items.map((part) => partOf(part, docs)).filter((part) => part.chapters.length > 0);
}

/** Publishes the sidebar's parts, chapters and lessons, with their exercises, as global data. */
export function courseOutline(): Plugin {
  return {
    name: COURSE_PLUGIN,
    allContentLoaded({ allContent, actions }) {
      const docs = allContent['docusaurus-plugin-content-docs']?.default as LoadedContent;
      actions.setGlobalData({ parts: docs.loadedVersions.flatMap(partsOf) });
    },
  };
}
