const SUPPRESSION = /rewheel-ignore(?:\[([^\]\n]*)\])?\s*(?::\s*([^\n\r]*))?/g;

export interface CommentSuppression {
  /** Offset in the comment. */
  offset: number;
  /** Empty for all rules. */
  rule: string;
  reason: string;
}

/** Every `rewheel-ignore[RULE]: reason` of one comment; several rules in the brackets give one entry each. */
export function suppressionsInComment(comment: string): CommentSuppression[] {
  if (!comment.includes('rewheel-ignore')) return [];
  return [...comment.matchAll(SUPPRESSION)].flatMap((match) => {
    const reason = (match[2] ?? '').replace(/\*\/\s*$/, '').trim();
    const rules = (match[1] ?? '').split(',').map((rule) => rule.trim());
    const named = rules.filter((rule) => rule !== '');
    return (named.length > 0 ? named : ['']).map((rule) => ({ offset: match.index, rule, reason }));
  });
}
