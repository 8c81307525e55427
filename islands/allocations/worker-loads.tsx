import { duration, wholeNumber } from '#views/format.ts'
import { Icon } from '#views/ui/icon.tsx'
import { NOBODY, type WorkerLoad } from './props.ts'

type WorkerLoadsProps = {
  loads: readonly WorkerLoad[]
  chosen: string
  onChoose?: (worker: string) => void
}

/** Who has how much of what the page lists; each shows their own jobs alone. */
export function WorkerLoads({ loads, chosen, onChoose }: WorkerLoadsProps) {
  const most = Math.max(1, ...loads.map(({ minutes }) => minutes))
  const untimed = loads.reduce((sum, load) => sum + load.untimed, 0)
  return (
    <aside className="loads" aria-labelledby="loads-title">
      <h2 id="loads-title">Load</h2>
      <ul>
        {loads.toSorted(byPlace).map((load) => (
          <li key={load.id}>
            <button
              type="button"
              aria-pressed={load.id === chosen}
              onClick={() => onChoose?.(load.id === chosen ? '' : load.id)}
            >
              <span className="name">{load.name}</span>
              <span className="number">{describeLoad(load)}</span>
              {load.running.map((name) => (
                <span key={name} className="runs">
                  <Icon name="play" size="small" label="Working now on" /> {name}
                </span>
              ))}
              {load.minutes > 0 && <meter value={load.minutes} max={most} aria-hidden="true" />}
            </button>
          </li>
        ))}
      </ul>
      <p className="hint">
        Open steps of the jobs in these dates. A job’s scheduled duration is shared equally by its steps.
        {untimed > 0 && ` ${countSteps(untimed)} of jobs without a scheduled duration count no hours.`}
      </p>
    </aside>
  )
}

const byPlace = (a: WorkerLoad, b: WorkerLoad) =>
  Number(b.id === NOBODY) - Number(a.id === NOBODY) || a.name.localeCompare(b.name)

const countSteps = (count: number) => (count === 1 ? '1 step' : `${wholeNumber(count)} steps`)

function describeLoad({ steps, minutes }: WorkerLoad): string {
  if (steps === 0) return 'No steps'
  return minutes > 0 ? `${countSteps(steps)}, ${duration(Math.round(minutes))}` : countSteps(steps)
}
