/** Published products as rows: what is said of all of them. */
export const products = {
  'family.products': 'Products',
  'family.products.help': 'what published agents and frameworks do, with their own numbers',
  'param.repaired': 'Repaired',
  'param.repaired.help':
    'Off: as shipped, flaws included. On: the same selection, but protected messages stay, tool blocks stay whole, requests are repaired and the result is verified.',
  'unit.events': 'events',
  'reason.product-kept': '{{product}} keeps it',
  'reason.product-edited': '{{product}} changes it',
  'reason.keep-product-edit': 'The product’s change would take calls, results or thinking out, leave nothing or make it longer',
  'reason.product-summarised': '{{product}} has it summarised',
  'reason.product-dropped': '{{product}} leaves it out',
  'reason.unchanged-product': '{{product}} would change nothing here',
  'reason.note-product-fixed': 'no budget of its own',
  'reason.note-product-hidden': 'hidden: what the provider keeps cannot be seen',
  'reason.error-stage-product': 'stage {{number}} "{{id}}": a product cannot be a stage',
};
