import { Settings } from '../features/settings/settings.tsx';
import { VersionSection } from '../features/updates/version-section.tsx';

/** The settings, with what the app's own version has to say. */
export default function WholeSettings() {
  return <Settings Version={VersionSection} />;
}
