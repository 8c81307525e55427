import { delegate, findElement, findElements } from './page.ts'

/** The number that a draft gets, and what it will be without, follow the organisation that is chosen. */
export function watchIssueNumber(): void {
  delegate('change', 'select[data-issue-numbers]', (element) => {
    const { form, dataset, value } = element as HTMLSelectElement
    if (!form) return
    for (const part of findElements('[data-organisation]', form))
      part.hidden = part.dataset.organisation !== value
    const number = JSON.parse(dataset.issueNumbers ?? '{}')[value]
    const words = `Issue ${number ?? 'invoice'}`
    form.dataset.yes = words
    findElement('[data-save]', form)?.replaceChildren(words)
  })
}
