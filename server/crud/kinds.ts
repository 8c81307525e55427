export { choiceField, flagField, referenceField } from './kinds/choices.tsx'
export { integerField, percentField, quantityField, rateField } from './kinds/figures.tsx'
export { linksField } from './kinds/links.tsx'
export {
  areaField,
  colourField,
  dateField,
  derivedField,
  emailField,
  phoneField,
  readonlyField,
  spacedField,
  textField,
} from './kinds/texts.tsx'
export { vatChangesField, vatField } from './kinds/vat.tsx'
