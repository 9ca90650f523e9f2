export declare function only(): void;
