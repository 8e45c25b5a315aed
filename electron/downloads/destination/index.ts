export { defaultDate, type NameSource, numberMark } from './name-fields.ts';
export { type NameTemplate, parseTemplate } from './name-template.ts';
export { type PlannedName, planKeptFolder, planName } from './plan-name.ts';
export { foldName, safeName } from './safe-name.ts';
