import type { ReactNode } from 'react'
import { Chip, EmptyState } from '#views/ui/small.tsx'
import { byLane, type Step, type StepLane, type StepsProps } from './props.ts'

export function StaticSteps({ steps, lanes }: StepsProps) {
  return (
    <>
      {steps.length === 0 && <NoSteps />}
      {byLane(steps, lanes).map(
        (group) =>
          group.steps.length > 0 && (
            <LaneOfSteps key={group.lane.value} lane={group.lane} count={group.steps.length}>
              <ol>
                {group.steps.map((step) => (
                  <li key={step.id} className={step.archived ? 'archived' : undefined}>
                    <StepText step={step} />
                  </li>
                ))}
              </ol>
            </LaneOfSteps>
          ),
      )}
    </>
  )
}

export const NoSteps = () => (
  <EmptyState
    icon="list"
    text="No steps have been added."
    hint="Steps are what is done on every job of this category, lane by lane."
  />
)

type LaneProps = { lane: StepLane; count: number; children: ReactNode }

function LaneOfSteps({ lane, count, children }: LaneProps) {
  return (
    <section aria-label={lane.label}>
      <h3>
        {lane.label} <span className="count">{count}</span>
      </h3>
      {children}
    </section>
  )
}

export function StepText({ step }: { step: Step }) {
  return (
    <div>
      <strong>{step.name}</strong> {step.archived && <Chip>Archived</Chip>}
      <p>{step.instruction}</p>
    </div>
  )
}
