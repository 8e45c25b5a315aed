import { Settings } from '../features/settings/settings.tsx';
import { VersionSection } from '../features/updates/version-section.tsx';

/** The settings, with the section about the app's version. */
export default function WholeSettings() {
  return <Settings Version={VersionSection} />;
}
