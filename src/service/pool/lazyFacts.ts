import type { FileDetail, FileSummary } from '../../engine/model/facts.ts';
import type { StoredFacts } from '../../engine/ports/ports.ts';
import { decodeDetail, decodeSummary, type EncodedFacts } from './factsCodec.ts';

/**
 * Encoded facts whose halves are decoded when they are asked for. The summary stays decoded. The detail, several times
 * larger, stays only as long as memory is not short.
 */
export class LazyFacts implements StoredFacts {
  private readonly encoded: EncodedFacts;
  private decodedSummary: FileSummary | undefined;
  private decodedDetail: WeakRef<FileDetail> | undefined;

  constructor(encoded: EncodedFacts) {
    this.encoded = encoded;
  }

  /** Rough bytes of memory: the encoded halves, and a summary that grows about fourfold as objects. */
  get weight(): number {
    return this.encoded.summary.length * 5 + this.encoded.detail.length + 200;
  }

  summary(): FileSummary {
    return (this.decodedSummary ??= decodeSummary(this.encoded.summary));
  }

  detail(): FileDetail {
    let detail = this.decodedDetail?.deref();
    if (!detail) {
      detail = decodeDetail(this.encoded.detail);
      this.decodedDetail = new WeakRef(detail);
    }
    return detail;
  }
}
