import { Icon } from '#views/ui/icon.tsx'

const steps = { file: 'File', columns: 'Columns', dryRun: 'Trial run', done: 'Done' }
type Step = keyof typeof steps

export function ImportSteps({ at }: { at: Step }) {
  const order = Object.keys(steps) as Step[]
  const now = order.indexOf(at)
  return (
    <ol className="importsteps" aria-label="Steps of the import">
      {order.map((step, index) => (
        <li
          key={step}
          className={index < now ? 'past' : undefined}
          aria-current={index === now ? 'step' : undefined}
        >
          <span className="stepmark">
            {index < now ? <Icon name="check" label="done" size="small" /> : index + 1}
          </span>
          {steps[step]}
        </li>
      ))}
    </ol>
  )
}
