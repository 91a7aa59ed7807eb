/** Strategies in a row: adaptive, combinations, own pipelines. */
export const pipelines = {
  'reason.stage-done': '{{before}} → {{after}} tokens',
  'reason.stage-aimed': '{{before}} → {{after}} tokens, $t(param.{{param}}) aimed at {{value}}',
  'reason.stage-not-run': 'Not run: {{tokens}} tokens are within the target of {{target}} already',
  'reason.note-stages': '{{ran}} of {{of}} stages',
  'reason.unchanged-stages_one': 'Its one stage found nothing to do',
  'reason.unchanged-stages_other': 'None of its {{count}} stages found anything to do',
} as const;
