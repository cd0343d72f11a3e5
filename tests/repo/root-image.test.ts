import { expect, test } from 'vitest';
import { readAssignments, readDockerfile } from '../../scripts/dockerfile.mjs';
import { findOtherNode, otherNodes } from '../../scripts/other-node.mjs';
import { unsupportedInstructions } from '../../scripts/root-image.mjs';

const { suite, nodeMajor, build, image } = readDockerfile();
const all = (word: string) => image.filter((one) => one.word === word).map(({ value }) => value);

test('D-116: the root without an engine supports every instruction of the Dockerfile', () => {
  expect(unsupportedInstructions()).toEqual([]);
  expect(build.filter(({ word }) => word === 'RUN').length).toBeGreaterThan(0);
  expect(all('USER')).toEqual(['node']);
  // One of each, and in the forms that the script reads.
  expect(all('WORKDIR')).toEqual(['/app']);
  expect(all('VOLUME')).toEqual([readAssignments(all('ENV').join(' ')).DATA_DIR]);
  for (const copied of all('COPY')) expect(copied).toMatch(/^--from=build (\/app\/\S+ )+\.\/\S*$/);
  for (const command of [...all('CMD'), ...all('HEALTHCHECK')]) {
    expect(JSON.parse(command.replace(/^.*?\[/, '['))[0]).toBe('node');
  }
  expect(all('STOPSIGNAL')).toEqual(['SIGTERM']);
});

test('D-116: its Debian and its Node are those of the base image', () => {
  expect(suite).toBe('trixie');
  expect(otherNodes.some((version) => version.startsWith(`${nodeMajor}.`))).toBe(true);
  expect(findOtherNode('0.0.0', 'freebsd')).toHaveProperty('reason');
});
