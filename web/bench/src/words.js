// SPDX-License-Identifier: Apache-2.0
// The parts that are text: heading, tiles, machine, options, how to repeat the run.
import { element, integer, plural } from '../../shared/format.js';
import { sample } from './engines.js';
import { createTable } from './table.js';

const byId = (id) => document.getElementById(id);
const day = (text) => (text ?? '').replace('T', ' ').replace('Z', ' UTC');

export function heading(data) {
  const { results } = data;
  const { machine = {} } = results;
  document.title = `graze bench ${(results.created ?? '').slice(0, 10)}`;
  byId('subtitle').textContent = [machine.cpu, machine.cores ? plural(machine.cores, 'core') : '', day(results.created), `graze ${results.graze?.version ?? ''}`].filter(Boolean).join(' · ');
  byId('footer').textContent = `Written by graze ${results.graze?.version ?? ''}. This file is complete: it loads nothing from anywhere.`;
  if (results.complete === false) {
    const partly = data.scenes.filter((s) => s.complete === false).map((s) => s.name);
    byId('notice').hidden = false;
    byId('notice').textContent = `This run was interrupted: what follows is what was measured until then.${partly.length ? ` Not whole: ${partly.join(', ')}.` : ''}`;
  }
}

export function tiles(data, answers, errors) {
  const poses = data.scenes.reduce((sum, s) => sum + s.levels.reduce((n, l) => n + l.poses, 0), 0);
  const list = [
    [integer(data.models.length), data.models.length === 1 ? 'model' : 'models'],
    [integer(data.scenes.length), data.scenes.length === 1 ? 'scene' : 'scenes'],
    [integer(data.engines.length), data.engines.length === 1 ? 'engine' : 'engines'],
    [integer(poses), 'poses'],
    [integer(answers.wrong), `wrong of ${integer(answers.asked)} answers`],
    errors.worst === null ? ['–', 'no pose was verified'] : [`${(100 * errors.worst).toFixed(3)} %`, 'of the size: error of 99 % of the poses, at most'],
  ];
  byId('tiles').replaceChildren(...list.map(([value, label]) => element('div', { class: 'tile' }, element('b', {}, value), element('span', {}, label))));
}

function duration(seconds) {
  if (!Number.isFinite(seconds)) return null;
  return seconds < 100 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

export function facts(data, look) {
  const { machine = {}, options = {} } = data.results;
  const known = [
    ['processor', machine.cpu],
    ['cores', machine.cores],
    ['memory', Number.isFinite(machine.memory_gib) ? `${Number(machine.memory_gib.toPrecision(3))} GiB` : null],
    ['largest cache', machine.cache_mib > 0 ? `${Number(machine.cache_mib.toPrecision(3))} MiB` : null],
    ['system', machine.os],
    ['compiler', machine.compiler],
    ['graze’s instruction set', machine.isa],
    ['time asked for', options.seconds > 0 ? duration(options.seconds) : null],
    ['time taken', duration(options.elapsed_seconds)],
    ['taken for noise', Number.isFinite(options.noise_percent) ? `${options.noise_percent} %` : null],
    ['quick', options.quick === undefined ? null : options.quick ? 'yes' : 'no'],
    ['poses', [...new Set(data.scenes.map((s) => s.generator).filter(Boolean))].join('; ') || null],
  ];
  byId('facts').replaceChildren(element('tbody', {}, ...known.filter(([, v]) => v !== null && v !== undefined && v !== '').map(([k, v]) => element('tr', {}, element('th', { scope: 'row' }, k), element('td', {}, String(v))))));
  byId('command').textContent = `graze ${options.command || 'bench'}\ngraze bench compare OLD/results.json NEW/results.json    # what changed beyond noise`;
  const seen = new Map();
  for (const scene of data.scenes) for (const engine of scene.engines) if (!seen.has(engine.name)) seen.set(engine.name, { ...engine, scene: scene.name });
  const yes = (flag) => (flag === undefined ? null : flag ? 'yes' : 'no');
  createTable(byId('engine-facts'), [
    { label: 'engine', text: true, value: (r) => r.name, cell: (r) => element('span', { class: 'named' }, sample(look(r.name)), r.name) },
    { label: 'version', text: true, value: (r) => r.version },
    { label: 'arithmetic', text: true, value: (r) => r.arithmetic },
    { label: 'stops at the first pair', text: true, value: (r) => yes(r.early_exit) },
    { label: 'settings', text: true, value: (r) => (r.failed ? `failed: ${r.failed}` : r.settings) },
  ]).set([...seen.values()]);
}
