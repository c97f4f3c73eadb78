[2m #     name                  region                     population      lat,lon[0m
 1  ♡  Rome                  Latium, IT                  2,318,895  41.89,12.51
 2  ♡  Milan                 Lombardy, IT                1,371,498   45.46,9.19
 3  ♡  Naples                Campania, IT                  909,048  40.85,14.27
 4  ♡  Turin                 Piedmont, IT                  847,287   45.07,7.69
 5  ♡  Palermo               Sicily, IT                    648,260  38.12,13.36
 6  ♡  Genoa                 Liguria, IT                   580,097   44.40,8.94
 7  ♡  Bologna               Emilia-Romagna, IT            394,843  44.49,11.34
 8  ♡  Florence              Tuscany, IT                   367,150  43.78,11.25
 9  ♡  Bari                  Apulia, IT                    316,491  41.12,16.87
10  ♡  Catania               Sicily, IT                    311,584  37.49,15.07
11  ♡  Verona                Veneto, IT                    258,031  45.44,10.99
12  ♡  Messina               Sicily, IT                    219,948  38.19,15.55
13  ♡  Trieste               Friuli Venezia Giulia, IT     204,338  45.65,13.78
14  ♡  Padua                 Veneto, IT                    203,725  45.41,11.89
15  ♡  Brescia               Lombardy, IT                  200,423  45.54,10.21
16  ♡  Taranto               Apulia, IT                    198,585  40.46,17.25
17  ♡  Parma                 Emilia-Romagna, IT            198,292  44.80,10.33
18  ♡  Prato                 Tuscany, IT                   195,089  43.88,11.10
19  ♡  Modena                Emilia-Romagna, IT            184,732  44.65,10.93
20  ♡  Reggio Calabria       Calabria, IT                  182,455  38.11,15.66
21  ♡  Quarto Oggiaro        Lombardy, IT                  182,118   45.51,9.14
22  ♡  Reggio nell'Emilia    Emilia-Romagna, IT            171,944  44.70,10.63
23  ♡  Livorno               Tuscany, IT                   157,017  43.54,10.33
24  ♡  Cagliari              Sardinia, IT                  149,257   39.23,9.12
25  ♡  Rimini                Emilia-Romagna, IT            148,688  44.06,12.57
26  ♡  Mestre                Veneto, IT                    147,662  45.49,12.25
27  ♡  Circoiscrizione II    Piedmont, IT                  141,344   45.05,7.64
28  ♡  Foggia                Apulia, IT                    137,032  41.46,15.55
29  ♡  Circoiscrizione VIII  Piedmont, IT                  134,028   45.04,7.67
30  ♡  Ferrara               Emilia-Romagna, IT            132,009  44.84,11.62
30 of 658 places; the rest: more
