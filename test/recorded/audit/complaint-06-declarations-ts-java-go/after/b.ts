export interface Channel {
  name: string;
  version: string;
  licence?: string;
  homepage?: string;
  keywords: string[];
}

export type Wire = {
  name: string;
  version: string;
  licence?: string;
};
