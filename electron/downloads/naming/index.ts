export { defaultDate, type NameSource, numberMark } from './fields.ts';
export { type PlannedName, planKeptFolder, planName } from './plan.ts';
export { foldName, safeName } from './safe-name.ts';
export { type NameTemplate, parseTemplate } from './template.ts';
