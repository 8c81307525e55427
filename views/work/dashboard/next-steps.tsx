import { Button } from '#views/ui/button.tsx'
import { Icon } from '#views/ui/icon.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { Progress } from '#views/ui/small.tsx'

export type FirstStep = { key: string; title: string; why: string; href: string; done: boolean }

export function NextSteps({ steps }: { steps: readonly FirstStep[] }) {
  if (steps.length === 0) return null
  const done = steps.filter((step) => step.done).length
  return (
    <div id="nextsteps">
      <Panel
        title="First steps"
        actions={
          <Button look="quiet" small hx-post="/nextsteps/hide" hx-target="#nextsteps" hx-swap="outerHTML">
            Put away
          </Button>
        }
      >
        <Progress label="Set up" done={done} total={steps.length} />
        <ol className="nextsteps">
          {steps.map(({ key, title, why, href, done: isDone }) => (
            <li key={key} className={isDone ? 'done' : undefined}>
              <Icon name={isDone ? 'success' : 'arrow-right'} label={isDone ? 'Done' : undefined} />
              <span>
                <a href={href}>{title}</a>
                <small>{why}</small>
              </span>
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  )
}
