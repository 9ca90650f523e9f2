export declare function impl(): void;
