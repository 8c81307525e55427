import { Icon } from './icon.tsx'
import { type Level, levelIcon } from './small.tsx'

type SnackbarTrigger = { level?: Level; message: string; undo?: { url: string; label?: string } }

export function SnackbarHost() {
  return (
    <>
      <div id="snackbars" className="snackbars" role="status" aria-live="polite" />
      <template id="snackbar-templates">
        {(Object.keys(levelIcon) as Level[]).map((level) => (
          <Snackbar key={level} level={level} message="" />
        ))}
      </template>
    </>
  )
}

function Snackbar({ level = 'info', message, undo }: SnackbarTrigger) {
  return (
    <div className={`snackbar ${level}`} data-level={level}>
      <Icon name={levelIcon[level]} />
      <span className="text">{message}</span>
      {undo && (
        <button type="button" className="undo">
          {undo.label ?? 'Undo'}
        </button>
      )}
      <button type="button" className="hide" aria-label="Hide">
        <Icon name="x" size="small" />
      </button>
    </div>
  )
}
