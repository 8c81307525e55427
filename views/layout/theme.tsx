import { Icon, type IconName } from '#views/ui/icon.tsx'
import type { Theme } from './types.ts'

export const themes: { value: string; label: string; icon: IconName }[] = [
  { value: '', label: 'System', icon: 'monitor' },
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
]

export function ThemeSwitch({ theme }: { theme: Theme }) {
  return (
    <fieldset className="themes" aria-label="Colours">
      {themes.map(({ value, label, icon }) => (
        <button
          key={value}
          type="button"
          role="menuitemradio"
          tabIndex={-1}
          data-set-theme={value}
          aria-checked={value === (theme ?? '')}
        >
          <Icon name={icon} />
          {label}
        </button>
      ))}
    </fieldset>
  )
}
