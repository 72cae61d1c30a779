// SPDX-License-Identifier: Apache-2.0
// What the reader chose. It is kept in the address ("#model=dragon&ask=all&scale=log"), so that a view can be passed on.
const kChoices = { ask: ['any', 'all'], statistic: ['mean', 'median', 'p99'], scale: ['linear', 'log', 'relative'] };

/// Linear, as the paper's figures are, unless the slowest engine would press the quickest onto the axis.
function scaleFor(data) {
  const means = (data.scenes[0]?.engines ?? []).map((e) => e.asks?.any?.mean_us).filter((m) => m > 0);
  return Math.max(...means) > 15 * Math.min(...means) ? 'log' : 'linear';
}

export function createState(data) {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const state = { ask: 'any', statistic: 'mean', scale: scaleFor(data), model: data.models[0]?.name ?? '', hidden: new Set() };
  for (const [key, allowed] of Object.entries(kChoices)) if (allowed.includes(wanted.get(key))) state[key] = wanted.get(key);
  if (data.asks.length > 0 && !data.asks.includes(state.ask)) [state.ask] = data.asks;
  if (data.models.some((m) => m.name === wanted.get('model'))) state.model = wanted.get('model');
  for (const name of (wanted.get('hide') ?? '').split(',')) if (data.engines.includes(name)) state.hidden.add(name);

  const listeners = [];
  function remember() {
    const fragment = new URLSearchParams({ model: state.model, ask: state.ask, statistic: state.statistic, scale: state.scale });
    if (state.hidden.size > 0) fragment.set('hide', [...state.hidden].join(','));
    if (wanted.has('theme')) fragment.set('theme', document.documentElement.dataset.theme);
    history.replaceState(null, '', `#${fragment}`);
  }
  return {
    ...Object.fromEntries(Object.keys(kChoices).map((key) => [`${key}Choices`, kChoices[key]])),
    get: (key) => state[key],
    shows: (engine) => !state.hidden.has(engine),
    onChange: (listener) => listeners.push(listener),
    set(key, value) {
      state[key] = value;
      remember();
      for (const listener of listeners) listener(key);
    },
    show(engines) {
      this.set('hidden', new Set(data.engines.filter((name) => !engines.includes(name))));
    },
    toggle(engine) {
      const hidden = new Set(state.hidden);
      if (!hidden.delete(engine)) hidden.add(engine);
      this.set('hidden', hidden);
    },
  };
}
